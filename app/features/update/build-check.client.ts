const HOUR = 3_600_000;
const LATEST = '/builds/latest.json';

/** The build that this page came from: Remix names its manifest after it. */
export const currentBuild = (): string | undefined => window.__remixManifest?.version;

/**
 * The id of a build newer than this page, if the server has one that is complete: first its name, then what is said of it.
 * A server that cannot be reached has no news.
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

/** Looks every hour until there is one, and says so once. Returns how to stop looking. */
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
