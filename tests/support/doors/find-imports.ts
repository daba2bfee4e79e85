import ts from 'typescript';

export interface Import {
  /** Undefined if computed. */
  specifier: string | undefined;
  line: number;
  /** False for types and import(). */
  isNeededAtLoad: boolean;
  /** `default`; `*` stands for all. */
  names: string[];
}

interface Module {
  imports: Import[];
  /** Values, without those of `export *`. */
  exports: string[];
}

/** By source text: several checks ask for every file. */
const known = new Map<string, Module>();

export const findImports = (path: string, source: string): Import[] => moduleOf(path, source).imports;

export const findExports = (path: string, source: string): string[] => moduleOf(path, source).exports;

function moduleOf(path: string, source: string): Module {
  const found = known.get(source) ?? parseModule(path, source);
  known.set(source, found);
  return found;
}

function parseModule(path: string, source: string): Module {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    const named = nameIn(node);
    if (named) {
      const specifier = ts.isStringLiteralLike(named) ? named.text : undefined;
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      imports.push({ specifier, line, isNeededAtLoad: isNeededAtLoad(node), names: namesImportedBy(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { imports, exports: file.statements.flatMap(valuesExportedBy) };
}

function nameIn(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier;
  if (ts.isExternalModuleReference(node)) return node.expression;
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  if (ts.isCallExpression(node) && isLoader(node.expression)) return node.arguments[0];
  return undefined;
}

function isNeededAtLoad(node: ts.Node): boolean {
  if (ts.isExportDeclaration(node)) return !node.isTypeOnly;
  if (!ts.isImportDeclaration(node)) return false;
  const { importClause } = node;
  if (!importClause) return true;
  if (importClause.isTypeOnly) return false;
  const { name, namedBindings } = importClause;
  const onlyTypes =
    namedBindings && ts.isNamedImports(namedBindings) && namedBindings.elements.every((one) => one.isTypeOnly);
  return Boolean(name) || !onlyTypes;
}

function namesImportedBy(node: ts.Node): string[] {
  if (ts.isExportDeclaration(node) && node.exportClause && ts.isNamedExports(node.exportClause))
    return node.exportClause.elements.map(originalName);
  if (!ts.isImportDeclaration(node)) return ['*'];
  const { name, namedBindings } = node.importClause ?? {};
  const others = namedBindings && (ts.isNamedImports(namedBindings) ? namedBindings.elements.map(originalName) : ['*']);
  return [...(name ? ['default'] : []), ...(others ?? [])];
}

const originalName = ({ propertyName, name }: ts.ImportOrExportSpecifier) => (propertyName ?? name).text;

function valuesExportedBy(node: ts.Statement): string[] {
  if (ts.isExportAssignment(node)) return ['default'];
  if (ts.isExportDeclaration(node)) {
    const { exportClause, isTypeOnly } = node;
    if (isTypeOnly || !exportClause) return [];
    return ts.isNamedExports(exportClause)
      ? exportClause.elements.flatMap((one) => (one.isTypeOnly ? [] : one.name.text))
      : [exportClause.name.text];
  }
  if (!ts.canHaveModifiers(node)) return [];
  const kinds = ts.getModifiers(node)?.map(({ kind }) => kind) ?? [];
  if (!kinds.includes(ts.SyntaxKind.ExportKeyword)) return [];
  if (kinds.includes(ts.SyntaxKind.DefaultKeyword)) return ['default'];
  if (ts.isVariableStatement(node)) return node.declarationList.declarations.flatMap(({ name }) => namesIn(name));
  return ts.isFunctionDeclaration(node) || ts.isClassDeclaration(node) ? [node.name!.text] : [];
}

const namesIn = (name: ts.BindingName): string[] =>
  ts.isIdentifier(name)
    ? [name.text]
    : name.elements.flatMap((one) => (ts.isOmittedExpression(one) ? [] : namesIn(one.name)));

const isLoader = (callee: ts.Node) =>
  callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');

/** `process.env`, node:process `env`, `import.meta.env` except its build mode. */
export function findEnvironmentReads(path: string, source: string): number[] {
  if (!/\benv\b/.test(source)) return []; // parsing takes long
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const lines: number[] = [];
  const visit = (node: ts.Node): void => {
    const isRead =
      ts.isPropertyAccessExpression(node) &&
      /^(process|import\.meta)\.env$/.test(node.getText(file)) &&
      node.parent.getText(file) !== 'import.meta.env.SSR';
    const isTaken = ts.isVariableDeclaration(node) && /^\{.*\benv\b.*\}\s*=\s*process$/s.test(node.getText(file));
    if (isRead || isTaken) lines.push(file.getLineAndCharacterOfPosition(node.getStart()).line + 1);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}
