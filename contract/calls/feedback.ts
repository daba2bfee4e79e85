import { z } from 'zod/v4';
import { call } from '#contract/define';
import {
  email,
  fileFormat,
  id,
  jsonField,
  listAtMost,
  nothing,
  otherForms,
  statement,
  text,
  time,
} from '#contract/fields';

/** An object or text; stored as text. */
const inputData = z
  .preprocess(
    (value: string | Record<string, unknown>, context) => {
      if (!value || typeof value !== 'object') return value;
      try {
        return JSON.stringify(value);
      } catch {
        context.addIssue({ code: 'custom', message: 'The data is nested too deeply. Send fewer levels.' });
        return z.NEVER;
      }
    },
    text({ max: 10_000, what: 'The data', exact: true }),
  )
  .register(otherForms, { schema: { type: 'object' } });

export const feedbackCalls = {
  feedback_create: call({
    path: '/feedback/create',
    summary: 'Sends feedback.',
    auth: 'none',
    idempotent: true,
    input: z.object({
      contents: text({ max: 5000, what: 'A message', missing: 'Write a few words.' }),
      attachments: jsonField(
        listAtMost(5, text({ max: 200, what: 'The name of a file' }), { tooMany: 'Attach at most 5 files.' }),
      ).default([]),
      email,
    }),
    output: nothing,
    errors: ['too_many_requests'],
    examples: [{ input: { contents: 'Lovely.', attachments: [], email: 'ada@example.com' }, output: {} }],
  }),
  feedback_sign_url: call({
    path: '/feedback/sign_url',
    summary: 'A place to send one attachment to.',
    auth: 'none',
    repeatable: true, // a place that no message claims ends by itself
    input: z.object({ format: fileFormat }),
    output: z.object({
      attachment: z.string(),
      upload: z.object({
        url: z.string(),
        method: z.string(),
        headers: z.record(z.string(), z.string()),
        expires_at: time,
        max_bytes: z.number().int().positive(),
      }),
    }),
    errors: ['unsupported_type', 'too_many_requests'],
    examples: [
      {
        input: { format: 'png' },
        output: {
          attachment: 'feedback/1.png',
          upload: {
            url: 'https://faceswap.example/api/media/feedback/1.png?expires=1795255200&signature=example',
            method: 'PUT',
            headers: { 'content-type': 'image/png' },
            expires_at: '2026-12-20T10:00:00.000Z',
            max_bytes: 10_485_760,
          },
        },
      },
    ],
  }),
  feedback_failed_event: call({
    path: '/feedback/failed_event',
    summary: 'Reports something that failed for the user.',
    auth: 'none',
    idempotent: true,
    input: z.object({ type: text({ max: 100, what: 'The type', missing: 'Say what failed.' }), input_data: inputData }),
    output: nothing,
    errors: ['too_many_requests'],
    examples: [{ input: { type: 'swap_failed', input_data: '{"order_id":"1"}' }, output: {} }],
  }),
  feedback_takedown: call({
    path: '/feedback/takedown',
    summary: 'Asks for media to be taken down. Needs no account; answered within 48 hours.',
    auth: 'none',
    origin: 'ours',
    idempotent: true,
    input: z.object({
      location: text({ max: 2000, what: 'The place', missing: 'Say where it is.' }),
      description: text({ max: 5000, what: 'The description', missing: 'Say what it shows.' }),
      person: text({ max: 200, what: 'The person', missing: 'Say who is shown.' }),
      good_faith: statement('Please state that you believe this in good faith.'),
      email,
      signature: text({ max: 200, what: 'The signature', missing: 'Sign with your name.' }),
    }),
    output: z.object({ case_id: id, due_at: time }),
    errors: ['too_many_requests'],
    examples: [
      {
        input: {
          location: 'https://example.com/video',
          description: 'A swap that shows me.',
          person: 'Ada',
          good_faith: true,
          email: 'ada@example.com',
          signature: 'Ada',
        },
        output: { case_id: '019a9e00-0000-7000-8000-000000000009', due_at: '2026-11-22T10:00:00.000Z' },
      },
    ],
  }),
};
