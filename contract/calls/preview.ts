import { z } from 'zod/v4';
import { call } from '../define';
import { id } from '../fields';
import { defaultToolId } from '../rules';
import * as sample from '../samples';
import { link } from '../shapes/media';
import { bindFace } from './swaps';

/** A look before paying. */
export const previewCalls = {
  faceswap_preview: call({
    path: '/faceswap/preview',
    summary: 'One small still of the swap on the clearest frame: free, and limited in number.',
    origin: 'ours',
    input: z.object({ tool_id: z.string().default(defaultToolId), material_id: id, bind_face: bindFace }),
    output: z.object({ preview_url: link }),
    errors: ['not_found', 'not_ready', 'too_many_requests'],
    examples: [
      {
        input: { material_id: sample.ids.material, bind_face: JSON.stringify({ p1: sample.ids.face }) },
        output: { preview_url: '/api/media/previews/holiday.jpg?expires=1795255200&signature=example' },
      },
    ],
  }),
};
