/* What the linter asks of the scripts: npm run lint */
import js from '@eslint/js';
import globals from 'globals';

const RULES = {
  ...js.configs.recommended.rules,
  'no-unused-vars': ['error', {args: 'after-used', argsIgnorePattern: '^_$'}],
  'prefer-const': ['error', {destructuring: 'all'}],
  'eqeqeq': 'error', 'no-var': 'error', 'no-shadow': 'error', 'no-implicit-globals': 'error', 'no-throw-literal': 'error',
  'no-control-regex': 'off',                // the rare signs of a figure are all but a range that begins at 0
  'max-lines-per-function': ['error', {max: 70}],
  'max-len': ['error', {code: 170}],
  'semi': 'error', 'quotes': ['error', 'single', {avoidEscape: true, allowTemplateLiterals: true}],
};

export default [
  {files: ['layouts/frontend/**/*.js'], rules: RULES,
    languageOptions: {ecmaVersion: 2022, sourceType: 'module', globals: {...globals.browser, Plotly: 'readonly'}}},
  {files: ['layouts/frontend/build.js', 'layouts/frontend/renew_pyodide.js', 'tests/frontend/**/*.js', 'eslint.config.js'], rules: RULES,
    languageOptions: {ecmaVersion: 2022, sourceType: 'module', globals: globals.node}},
];
