import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';

import { scratchFolder } from './scratch';

const options: ts.CompilerOptions = {
  strict: true,
  skipLibCheck: true,
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.es2022.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};

/** @throws the compiler's messages if types do not fit */
export async function compileClient<T>(document: object, program: string): Promise<T> {
  const folder = scratchFolder();
  mkdirSync(join(folder, 'client'));
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  // By default, the generator requires fields with defaults.
  const types = astToString(await openapiTS(document as OpenAPI3, { defaultNonNullable: false }));
  writeFileSync(join(folder, 'client/schema.d.ts'), types);
  const source = join(folder, 'client/main.ts');
  writeFileSync(source, program);

  const compiled = ts.createProgram([source], options);
  const faults = ts.getPreEmitDiagnostics(compiled);
  if (faults.length > 0) {
    const host = {
      getCanonicalFileName: (name: string) => name,
      getCurrentDirectory: () => folder,
      getNewLine: () => '\n',
    };
    throw new Error(ts.formatDiagnostics(faults, host));
  }
  compiled.emit();
  return (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'client/main.js')).href)) as T;
}
