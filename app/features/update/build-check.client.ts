const HOUR = 3_600_000;
const LATEST = '/builds/latest.json';

/** Remix names its manifest after the build. */
const currentBuild = (): string | undefined => window.__remixManifest?.version;

/**
 * Build id; undefined if unreachable or incompletely deployed: latest.json must match the build's own
 * metadata.
 */
export async function newerBuild(): Promise<string | undefined> {
  const latest = await readBuildId(LATEST);
  if (!latest || latest === currentBuild()) return undefined;
  return (await readBuildId(`/builds/meta/${latest}.json`)) === latest ? latest : undefined;
}

async function readBuildId(path: string): Promise<string | undefined> {
  try {
    const answer = await fetch(path, { cache: 'no-cache' });
    const { id } = answer.ok ? ((await answer.json()) as { id?: unknown }) : {};
    return typeof id === 'string' ? id : undefined;
  } catch {
    return undefined;
  }
}

/** Hourly, calls back once. Returns the stop function. */
export function watchForNewBuild(found: (id: string) => void): () => void {
  const look = async () => {
    const id = await newerBuild();
    if (!id) return;
    clearInterval(timer);
    found(id);
  };
  const timer = setInterval(() => void look(), HOUR);
  return () => clearInterval(timer);
}
