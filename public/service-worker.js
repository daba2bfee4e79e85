// Caches only what all visitors share: content-hashed files, brand pictures, the offline page. Never pages,
// data, uploads, media or the API: they are personal.
const BUILD = 'development'; // build id
const CACHE = `faceswap-${BUILD}`;
const OFFLINE = '/offline.html';
const SHELL = [OFFLINE, '/favicon.svg', '/art/mesh-lost.svg'];
const SCRIPTS = []; // inserted by the build: page changes work offline
const shared = /^\/(?:assets|art|icons)\//;

self.addEventListener('install', (event) => {
  const fresh = SHELL.map((path) => new Request(path, { cache: 'reload', credentials: 'omit' }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll([...fresh, ...SCRIPTS])));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(forgetOtherBuilds().then(() => self.clients.claim()));
});

// The visitor agreed to reload.
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') self.skipWaiting();
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { origin, pathname } = new URL(request.url);
  if (origin !== self.location.origin) return;
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => caches.match(OFFLINE)));
  else if (shared.test(pathname) || SHELL.includes(pathname)) event.respondWith(keptFirst(request));
});

async function keptFirst(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) {
    const cache = await caches.open(CACHE);
    await cache.put(request, answer.clone());
  }
  return answer;
}

async function forgetOtherBuilds() {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith('faceswap-') && name !== CACHE).map((name) => caches.delete(name)),
  );
}
