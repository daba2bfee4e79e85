import { escapeHtml } from '#shared/escape-html';

export function inline(text: string): string {
  return escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\[([^\]]+)\]\(((?:https?:|#|\/)[^)\s]*)\)/g, '<a href="$2">$1</a>');
}

export const anchorOf = (title: string) => title.toLowerCase().replace(/[^a-z0-9]+/g, '-');

export function markdown(source: string): string {
  const blocks = source.split(/\n{2,}/).map((block) => {
    const heading = /^## (.+)$/.exec(block);
    if (heading) return `<h2 id="${anchorOf(heading[1]!)}">${inline(heading[1]!)}</h2>`;
    if (!block.startsWith('- ')) return `<p>${inline(block)}</p>`;
    const items = block.split(/^- /m).filter(Boolean);
    return `<ul>${items.map((item) => `<li>${inline(item.trim())}</li>`).join('')}</ul>`;
  });
  return blocks.join('\n');
}
