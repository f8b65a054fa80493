// A log goes to the server as a stream, with real progress; the whole window is a drop target on every page.
// XMLHttpRequest, because fetch() does not tell how much has been sent.
(() => {
  let running = null;
  const set = (id, props) => window.dash_clientside.set_props(id, props);
  const say = text => set('upload-state', {children: text});
  const prefix = () => {
    const config = document.getElementById('_dash-config');
    return config ? JSON.parse(config.textContent).requests_pathname_prefix : '/';
  };
  const spoken = bytes => bytes < 1e6 ? Math.ceil(bytes / 1e3) + ' kB' : (bytes / 1e6).toFixed(1) + ' MB';

  function send(file) {
    if (!file) return;
    const veil = document.getElementById('drop-veil'), most = Number(veil && veil.dataset.most) || Infinity;
    if (file.size > most) { say(`${file.name} has ${spoken(file.size)}; the limit is ${spoken(most)}. Gzip it or cut it first.`); return; }
    if (file.size === 0) { say(`${file.name} is empty; choose an SWF log, plain or gzipped.`); return; }
    if (running) running.abort();
    const request = running = new XMLHttpRequest();
    request.open('POST', prefix() + 'upload');
    request.setRequestHeader('X-Requested-With', 'fetch');
    request.setRequestHeader('X-File-Name', encodeURIComponent(file.name));
    request.upload.onprogress = e => {
      if (e.lengthComputable) say(`Sending ${file.name}: ${Math.round(100 * e.loaded / e.total)} % of ${spoken(e.total)}`);
    };
    request.onload = () => {
      let answer = {};
      try { answer = JSON.parse(request.responseText); } catch (e) { answer = {}; }
      if (request.status === 200) { say(`${file.name} has arrived; reading it.`); set('uploaded', {data: {...answer, at: Date.now()}}); }
      else say(answer.message || `The server answered ${request.status} to ${file.name}; try again.`);
    };
    request.onerror = () => say(`The connection broke while sending ${file.name}; is the server still running? Drop the file again.`);
    request.onloadend = () => { if (running === request) running = null; };
    say(`Sending ${file.name} …`);
    request.send(file);
  }

  const carriesFiles = e => e.dataTransfer && Array.from(e.dataTransfer.types).includes('Files');
  const veil = shown => { const element = document.getElementById('drop-veil'); if (element) element.hidden = !shown; };
  let depth = 0;
  window.addEventListener('dragenter', e => { if (carriesFiles(e)) { e.preventDefault(); depth += 1; veil(true); } });
  window.addEventListener('dragover', e => { if (carriesFiles(e)) e.preventDefault(); });
  window.addEventListener('dragleave', e => { if (carriesFiles(e) && --depth <= 0) { depth = 0; veil(false); } });
  window.addEventListener('drop', e => {
    if (!carriesFiles(e)) return;
    e.preventDefault();
    depth = 0;
    veil(false);
    send(e.dataTransfer.files[0]);
  });
  // Dash has no file input of its own that streams: this one is put into its place whenever the place appears.
  function furnish() {
    const place = document.getElementById('file-place');
    if (!place || place.firstChild) return;
    const input = document.createElement('input');
    input.type = 'file';
    input.id = 'file';
    input.accept = place.dataset.accept;
    input.addEventListener('change', () => { send(input.files[0]); input.value = ''; });
    place.appendChild(input);
  }
  new MutationObserver(furnish).observe(document, {childList: true, subtree: true});
})();
