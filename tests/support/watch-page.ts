import type { Page } from 'playwright';

/** Aborted loads, and refused scripts without JavaScript. */
const NO_FAULTS = { always: ['net::ERR_ABORTED'], withoutJavaScript: ['net::ERR_ABORTED', 'csp'] };

export function watchPage(page: Page, { javaScriptEnabled }: { javaScriptEnabled: boolean }): () => string[] {
  const noFaults = javaScriptEnabled ? NO_FAULTS.always : NO_FAULTS.withoutJavaScript;
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed';
    if (!noFaults.includes(reason)) faults.push(`request: ${request.method()} ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    if (response.status() >= 500) faults.push(`server: ${response.status()} ${response.url()}`);
  });
  return () => faults;
}
