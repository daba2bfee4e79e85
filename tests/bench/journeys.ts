import { type Browser, type Page, chromium } from 'playwright';
import { findBrowser } from '../../scripts/setup/browser.mjs';
import buildIfNeeded from '#tests/support/build.setup';
import { descendantsOf } from '#tests/support/processes';
import { freePort, freshDataDirectory, removeDataDirectory, startStack, type RunningStack } from '#tests/support/stack';
import { formatTable } from './table';
import { processorMs } from './video/processor-time';

const count = 10;

type Role = 'server' | 'worker' | 'PostgreSQL' | 'other';

function roleOf(command: string): Role {
  if (command.includes('build/server.js')) return 'server';
  if (command.includes('build/worker.js')) return 'worker';
  return /postgres/.test(command) ? 'PostgreSQL' : 'other';
}

/** Milliseconds by role; connections that PostgreSQL closed meanwhile count with it. */
function processorTimes(stack: RunningStack): Record<Role, number> {
  const times: Record<Role, number> = { server: 0, worker: 0, PostgreSQL: 0, other: 0 };
  for (const { pid, command } of descendantsOf(stack.launcher.pid!)) times[roleOf(command)] += processorMs(pid) || 0;
  return times;
}

/**
 * Signs in, swaps a face in a photo of 960 × 1200 pixels, and downloads the result.
 * @returns the seconds from the chosen file to the result
 */
async function walk(page: Page): Promise<number> {
  await page.goto('/');
  await page.goto('/face-swap-photo');
  await page.goto('/login/google?redirect=%2Fface-swap-photo');
  await page.getByLabel('E-mail').fill('demo@faceswap.local');
  await page.getByLabel('Password').fill('faceswap-demo');
  await page.locator('main').getByRole('button', { name: 'Log in' }).click();
  const start = performance.now();
  await page.getByLabel('Choose a photo').setInputFiles('public/samples/portraits/sofia.jpg');
  await page.locator('label').filter({ hasText: 'Kenji' }).first().click();
  await page.getByLabel(/I may use this/).check();
  await page.getByRole('button', { name: /^Swap/ }).click();
  const link = page.getByRole('link', { name: 'Download' });
  const href = (await link.getAttribute('href'))!;
  const seconds = (performance.now() - start) / 1000;
  await page.request.get(href);
  return seconds;
}

/** What one visitor who swaps a photo costs, by role, and how many requests that takes. */
export async function benchJourneys(): Promise<void> {
  await buildIfNeeded();
  const dataDirectory = freshDataDirectory();
  const metricsPort = await freePort();
  const stack = await startStack({ dataDirectory, environment: { METRICS_PORT: String(metricsPort) } });
  const browser = await chromium.launch({ executablePath: (await findBrowser())!.path, args: ['--no-sandbox'] });
  try {
    await visit(browser, stack.url); // compiles
    const before = processorTimes(stack);
    const requests = { pages: 0, 'data and API': 0, media: 0, 'static files': 0 };
    let bytes = 0;
    let seconds = 0;
    for (let n = 0; n < count; n++) {
      seconds += await visit(browser, stack.url, (kind, size) => {
        requests[kind] += 1;
        bytes += size;
      });
    }
    const after = processorTimes(stack);
    const rows = Object.entries(requests).map(([kind, n]) => [kind, (n / count).toFixed(1)]);
    rows.push(['megabytes to the browser', (bytes / count / 1e6).toFixed(2)]);
    rows.push(['seconds from file to result', (seconds / count).toFixed(2)]);
    for (const [role, ms] of Object.entries(after)) {
      rows.push([`processor ms, ${role}`, ((ms - before[role as Role]) / count).toFixed(0)]);
    }
    console.log(formatTable({ title: `A photo swap in a browser, mean of ${count}`, columns: ['', 'each'], rows }));
    const jobs = await jobTimes(metricsPort);
    console.log(formatTable({ title: 'Its jobs, one at a time', columns: ['', 'seconds'], rows: jobs }));
  } finally {
    await browser.close();
    await stack.stop();
    removeDataDirectory(dataDirectory);
  }
}

/** Mean seconds of each kind of job. The workers serve their metrics at the next two ports. */
async function jobTimes(port: number): Promise<string[][]> {
  const texts = await Promise.all(
    [1, 2].map(async (n) => (await fetch(`http://127.0.0.1:${port + n}/metrics`)).text()),
  );
  const valueOf = (text: string, part: 'sum' | 'count', job: string) =>
    Number(new RegExp(`job_duration_seconds_${part}{job="${job}",outcome="done"} (\\S+)`).exec(text)?.[1] ?? 0);
  return ['probe_material', 'detect_persons', 'swap_photo'].map((job) => {
    const total = (part: 'sum' | 'count') => texts.reduce((sum, text) => sum + valueOf(text, part, job), 0);
    return [job, (total('sum') / total('count')).toFixed(2)];
  });
}

type Kind = 'pages' | 'data and API' | 'media' | 'static files';

async function visit(browser: Browser, baseURL: string, onRequest?: (kind: Kind, bytes: number) => void) {
  const context = await browser.newContext({ baseURL });
  const page = await context.newPage();
  const sizes: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    const { pathname } = new URL(request.url());
    const kind = kindOf(pathname, request.isNavigationRequest());
    sizes.push(
      request.sizes().then(
        ({ responseBodySize, responseHeadersSize }) => onRequest?.(kind, responseBodySize + responseHeadersSize),
        () => onRequest?.(kind, 0),
      ),
    );
  });
  const seconds = await walk(page);
  await Promise.all(sizes);
  await context.close();
  return seconds;
}

function kindOf(pathname: string, isPage: boolean): Kind {
  if (isPage) return 'pages';
  if (/^\/api\/(media|resumable)\//.test(pathname)) return 'media';
  return /^\/(assets|samples|fonts|favicon)|\.(js|css|webp|jpg|woff2|svg|mp4)$/.test(pathname)
    ? 'static files'
    : 'data and API';
}
