"""The digest of the standard trace of each generator of the topic, as in tests/generators."""

DIGESTS = {
    "ostrich_profiles": "44de8ea721012122673f9a3255870d13bf41074681210fed9fb56d8b1e6bdcba",
    "zipf_campaigns": "ed8f102de23d1656f44495f04e70f9da017a65e20816751b96768c8b949fb548",
}
