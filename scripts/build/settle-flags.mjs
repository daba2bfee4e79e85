/** What RemixBrowser asks of its router, whatever the site's own flags are or once they are as ours. */
const ofTheRouter = [
  'v7_fetcherPersist',
  'v7_normalizeFormMethod',
  'v7_partialHydration',
  'v7_prependBasename',
  'v7_relativeSplatPath',
  'v7_skipActionErrorRevalidation',
];

const libraries = /node_modules\/(?:@remix-run\/(?:react|router)|react-router(?:-dom)?)\/dist\//;
const asked = /(?:[\w$]+\.)*\bfuture\??\.(v[37]_\w+)/g;

/** With single fetch the function is always given; without it, a route's data came by a request of its own. */
const fetchOfOwn = {
  file: /@remix-run\/react\/dist\/esm\/routes\.js$/,
  test: 'if (typeof singleFetch === "function")',
  settled: 'return singleFetch();',
};

/**
 * Remix asks its flags while it runs. Ours are known when it is built: answered here, what they switch off stays out of
 * the browser's scripts, some 3 kB gzip.
 * @returns {import('vite').Plugin}
 */
export function settleFlags(future) {
  const on = new Set([...Object.keys(future).filter((flag) => future[flag] === true), ...ofTheRouter]);
  return {
    name: 'settle-flags',
    apply: 'build',
    transform(code, id, { ssr } = {}) {
      if (ssr || !libraries.test(id)) return undefined;
      const settled = code.replace(asked, (question, flag) => (on.has(flag) ? 'true' : question));
      if (!fetchOfOwn.file.test(id) || !on.has('v3_singleFetch')) return { code: settled, map: null };
      if (!settled.includes(fetchOfOwn.test)) throw new Error(`${id} is not as settle-flags.mjs knows it.`);
      return { code: settled.replace(fetchOfOwn.test, `${fetchOfOwn.settled}\n${fetchOfOwn.test}`), map: null };
    },
  };
}
