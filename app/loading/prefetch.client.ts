/** Concurrent files. */
const MOST = 5;

const asked = new Set<string>();
const waiting: string[] = [];
let running = 0;

/** Prefetches the code of hovered, touched or focused links; never their data, which is personal. */
export function prefetchAhead(): void {
  const { connection } = navigator as { connection?: { saveData?: boolean } };
  if (connection?.saveData) return;
  const notice = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link && link.origin === location.origin && !link.hasAttribute('download')) prefetchPage(link.pathname);
  };
  for (const event of ['pointerover', 'touchstart', 'focusin']) addEventListener(event, notice, { passive: true });
}

export function prefetchPage(path: string): void {
  for (const file of filesOf(path)) {
    if (asked.has(file)) continue;
    asked.add(file);
    waiting.push(file);
  }
  fetchNext();
}

function fetchNext(): void {
  while (running < MOST && waiting.length > 0) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href: waiting.shift()! });
    running++;
    link.onload = link.onerror = () => {
      running--;
      link.remove();
      fetchNext();
    };
    document.head.append(link);
  }
}

/** Includes parent routes. */
function filesOf(path: string): string[] {
  const routes = window.__remixManifest?.routes ?? {};
  const parentsOf = (id: string | undefined): (typeof routes)[string][] =>
    id && routes[id] ? [...parentsOf(routes[id].parentId), routes[id]] : [];
  for (const id of Object.keys(routes)) {
    const chain = parentsOf(id);
    const address = `/${chain.flatMap(({ path: part }) => part || []).join('/')}`;
    if (address === path && !routes[id]!.id.startsWith('routes/resources'))
      return chain.flatMap(({ module, imports = [] }) => [module, ...imports]);
  }
  return [];
}
