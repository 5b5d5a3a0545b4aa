import { join } from 'node:path';
import optimizeLocales from '@react-aria/optimize-locales-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compileCatalogues } from './src/build/compile-catalogues.ts';
import { listFilesForWorker } from './src/build/list-files-for-worker.ts';
import { languages } from './src/build/read-catalogue.ts';

const bridge = process.env.PLENUM_BRIDGE ?? 'http://127.0.0.1:8080';
const cloud = process.env.PLENUM_CLOUD ?? 'http://127.0.0.1:8090';
const ofBridge = [
  '/alerts',
  '/events',
  '/history',
  '/simulation',
  '/healthz',
  '/installer',
  '^/[A-Za-z]+(RequestV2|CommandV2|Request|Command)$',
];

const [house, account] = ['index.html', 'cloud.html'].map((page) => join(import.meta.dirname, page)) as [
  string,
  string,
];

/** The locales of the pages, out of the 30 for which React Aria includes texts: `en-US`, `de-DE`. */
const locales = languages.map((language) => {
  const { region } = new Intl.Locale(language).maximize();
  return `${language}-${region}`;
});

const toProxy = (paths: readonly string[], target: string) =>
  Object.fromEntries(
    paths.map((path) => [path, { target, headers: { Origin: target }, changeOrigin: true }]),
  );

export default defineConfig({
  plugins: [react(), compileCatalogues(), optimizeLocales.vite({ locales }), listFilesForWorker()],
  base: './',
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { house, account },
      // Definitions are created by function calls, which look like side effects to the bundler, but importing our
      // packages has none.
      treeshake: { moduleSideEffects: (id) => !/packages[\\/](protocol|insight|client)[\\/]/.test(id) },
    },
  },
  server: {
    proxy: { ...toProxy(ofBridge, bridge), ...toProxy(['/account', '/console', '/dev'], cloud) },
  },
});
