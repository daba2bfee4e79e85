import { runAdmin } from '#backend/admin/run';
import type { TestBackend } from './backend';

export function operatorOf(backend: TestBackend) {
  return async (line: string) => {
    // Quoted words are one argument.
    const args = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!);
    let [out, err] = ['', ''];
    const terminal = { out: (text: string) => void (out += text), err: (text: string) => void (err += text) };
    const code = await runAdmin(args, terminal, (work) => work({ ...backend.deps, operator: 'tess' }));
    return { code, out, err, json: () => JSON.parse(out) };
  };
}
