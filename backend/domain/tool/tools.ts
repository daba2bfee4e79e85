import type { Tool } from '#contract';
import { rules } from '#contract';
import { paidSeconds } from '#contract/rules';
import { AppError } from '#backend/domain/app-error';

export const tools: readonly Tool[] = [
  {
    tool_id: rules.defaultToolId,
    name: 'Face swap',
    kinds: ['photo', 'gif', 'video'],
    prices: { photo: 1, gif: 2, video_second: 1 },
  },
];

export function toolOf(toolId: string): Tool {
  const tool = tools.find((candidate) => candidate.tool_id === toolId);
  if (!tool) throw new AppError('not_found', { message: `Unknown tool ${toolId}.` });
  return tool;
}

export function priceOf(tool: Tool, material: { kind: 'photo' | 'gif' | 'video'; durationMs: number | null }): number {
  if (material.kind === 'video') return paidSeconds(material.durationMs ?? 0) * tool.prices.video_second;
  return tool.prices[material.kind];
}
