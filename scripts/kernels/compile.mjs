/**
 * Compiles engine/kernels/assembly/ to WebAssembly with SIMD, as text in engine/kernels/binary.ts: `npm run kernels`.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import asc from 'assemblyscript/asc';

const folder = fileURLToPath(new URL('../../engine/kernels/', import.meta.url));
const assembly = path.join(folder, 'assembly');
const OUT = 'kernels.wasm';
export const binaryFile = path.join(folder, 'binary.ts');

/** The first kilobyte stays unused, so that no address is 0. */
const OPTIONS = [
  ...['--optimizeLevel', '3', '--enable', 'simd', '--runtime', 'stub', '--noAssert', '--use', 'abort='],
  ...['--memoryBase', '1024'],
  // Vectors pass between kernels only, and addresses have 32 bits.
  ...['--disableWarning', '112', '--disableWarning', '201'],
];

/** @returns {Promise<string>} the text of binary.ts */
export async function compileKernels() {
  const written = new Map();
  const { error, stderr } = await asc.main(['index.ts', '--baseDir', assembly, '--outFile', OUT, ...OPTIONS], {
    writeFile: (name, contents) => void written.set(name, contents),
  });
  if (error) throw new Error(`The kernels do not compile:\n${stderr.toString()}`);
  const base64 = Buffer.from(written.get(OUT)).toString('base64');
  return [
    '/** Written by `npm run kernels` from `assembly/`; a test compares them. */',
    'export const binary =',
    `  '${base64}';`,
    '',
  ].join('\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await writeFile(binaryFile, await compileKernels());
