import type { Tool } from '#contract';
import { rules } from '#contract';
import { paidSeconds } from '#contract/rules';
import { AppError } from '#backend/domain/app-error';

/** Prices of the quality `mesh`. */
export type ToolBase = Omit<Tool, 'qualities'>;

export const tools: readonly ToolBase[] = [
  {
    tool_id: rules.defaultToolId,
    name: 'Face swap',
    kinds: ['photo', 'gif', 'video'],
    prices: { photo: 1, gif: 2, video_second: 1 },
  },
];

export function toolOf(toolId: string): ToolBase {
  const tool = tools.find((candidate) => candidate.tool_id === toolId);
  if (!tool) throw new AppError('not_found', { message: `Unknown tool ${toolId}.` });
  return tool;
}

/** In a quality: whole credits, rounded up. */
export function pricesIn({ photo, gif, video_second }: Tool['prices'], factor: number): Tool['prices'] {
  const times = (base: number) => Math.ceil(base * factor - 1e-9);
  return { photo: times(photo), gif: times(gif), video_second: times(video_second) };
}

export function priceOf(
  tool: ToolBase,
  { priceFactor }: { priceFactor: number },
  material: { kind: 'photo' | 'gif' | 'video'; durationMs: number | null },
): number {
  const prices = pricesIn(tool.prices, priceFactor);
  if (material.kind === 'video') return paidSeconds(material.durationMs ?? 0) * prices.video_second;
  return prices[material.kind];
}
