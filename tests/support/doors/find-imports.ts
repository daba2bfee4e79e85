import ts from 'typescript';

export interface Import {
  /** Undefined if computed. */
  specifier: string | undefined;
  line: number;
  /** False for types and import(). */
  isNeededAtLoad: boolean;
}

/** Imports by source text: several checks ask for those of every file. */
const known = new Map<string, Import[]>();

export function findImports(path: string, source: string): Import[] {
  const found = known.get(source) ?? parseImports(path, source);
  known.set(source, found);
  return found;
}

function parseImports(path: string, source: string): Import[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.Latest, true);
  const found: Import[] = [];
  const visit = (node: ts.Node): void => {
    const named = nameIn(node);
    if (named) {
      const specifier = ts.isStringLiteralLike(named) ? named.text : undefined;
      const line = file.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push({ specifier, line, isNeededAtLoad: isNeededAtLoad(node) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
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
