import { z } from 'zod/v4';
import { call } from '#contract/define';
import { nothing } from '#contract/fields';
import * as sample from '#contract/examples';

export const credentialsCalls = {
  content_authorities: call({
    path: '/content/authorities',
    summary:
      'The certificates, in PEM, of the issuers that sign results. A C2PA validator takes them as trust anchors.',
    origin: 'ours',
    auth: 'none',
    repeatable: true,
    input: nothing,
    output: z.object({ certificates: z.array(z.string()) }),
    errors: ['too_many_requests'],
    examples: [{ input: {}, output: { certificates: [sample.certificate] } }],
  }),
};
