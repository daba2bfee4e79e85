import { posix } from 'node:path';

import { findImports } from './find-imports';
import { fileAt, resolveImport, type Sources } from './resolve';
import { IS_TEST } from './rules';

type Graph = Map<string, Set<string>>;

export function findFileCycles(sources: Sources): string[] {
  const graph: Graph = new Map();
  for (const { from, to, isNeededAtLoad } of arrows(sources)) if (isNeededAtLoad) add(graph, from, to);
  return cyclesIn(graph);
}

/** Folders include their subfolders. */
export function findFolderCycles(sources: Sources): string[] {
  const graph: Graph = new Map();
  for (const { from, to } of arrows(sources)) {
    const [a, b] = [posix.dirname(from), posix.dirname(to)];
    if (a !== b && !a.startsWith(`${b}/`) && !b.startsWith(`${a}/`)) add(graph, a, b);
  }
  return cyclesIn(graph);
}

function* arrows(sources: Sources) {
  for (const [from, source] of sources) {
    if (IS_TEST.test(from)) continue;
    for (const { specifier, isNeededAtLoad } of findImports(from, source)) {
      const target = specifier === undefined ? undefined : resolveImport(from, specifier);
      const to = target && 'place' in target ? fileAt(sources, target.place) : undefined;
      if (to && to !== from) yield { from, to, isNeededAtLoad };
    }
  }
}

function add(graph: Graph, from: string, to: string) {
  graph.set(from, (graph.get(from) ?? new Set()).add(to));
}

/** R. Tarjan, 1972. */
function cyclesIn(graph: Graph): string[] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const cycles: string[] = [];

  const visit = (node: string): void => {
    order.set(node, order.size);
    lowest.set(node, order.get(node)!);
    open.push(node);
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node)!, lowest.get(next)!));
    }
    if (lowest.get(node) !== order.get(node)) return;
    const component = open.splice(open.indexOf(node));
    if (component.length > 1) cycles.push(component.sort().join(', '));
  };

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return cycles;
}
