import { runAdmin } from '#backend/admin/run';
import type { TestBackend } from './backend';

/** An operator at a test's own backend: what their command prints and how it ends. */
export function operatorOf(backend: TestBackend) {
  return async (line: string) => {
    // Words in quotes are one word, as in a shell.
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
    let [out, err] = ['', ''];
    const terminal = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
    const code = await runAdmin(args, terminal, (work) => work({ ...backend.deps, operator: 'tess' }));
    return { code, out, err, json: () => JSON.parse(out) };
  };
}
