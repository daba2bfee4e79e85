import { expect, test } from 'vitest';
import { z } from 'zod/v4';
import { areas, calls, errors, failure, failureEnvelope, successEnvelope, type Call } from './index';
import { nothing } from './fields';
import { faceNameLength } from './rules';

const table = Object.entries(calls) as [string, Call][];

// Specification, point 7.
const specified = `
/my/userinfo /payment/products /evonet/dropin /futurepay/subscribe /futurepay/unsubscribe /payment/verify
/my/payment_lists /my/credit_lists /my/faces /toped/face /del/face /upload/face /upload/sign_url /my/uploads /my/creates
/del/material /upload/detect_create /upload/detect_result /del/order /faceswap/create /faceswap/result
/upload/material_detail /tool/lists /idtoken_login/google /email/register /email/login /email/change_password
/email/activate /email/forgot_password /email/forgot_verify /email/reset_password /del/account /feedback/create
/feedback/sign_url /feedback/failed_event /paypal/buy /nowpayments/buy /futurepay/buy /payssion/buy /onerway/buy
/evonet/buy /stripe/buy`
  .split(/\s+/)
  .filter(Boolean);

test('the table holds the calls of the specification, and ours apart', () => {
  const named = table.filter(([, call]) => call.origin === 'specification').map(([, call]) => call.path);
  expect(named.sort()).toEqual(specified.sort());
  const gets = table.filter(([, call]) => call.method === 'GET').map(([, call]) => call.path);
  expect(gets.sort()).toEqual(['/email/activate', '/email/forgot_verify']);
});

test('every call stands in one area and has a path and name of its own', () => {
  const inAreas = Object.values(areas).flatMap((area) => Object.keys(area));
  expect(inAreas.sort()).toEqual(Object.keys(calls).sort());
  expect(new Set(table.map(([, call]) => call.path)).size).toBe(table.length);
  for (const [name, call] of table) expect(call.path.slice(1).replaceAll('/', '_')).toBe(name);
});

test.each(table)('%s: its examples are accepted by its own schemas', (_name, call) => {
  for (const example of call.examples) {
    call.input.parse(example.input);
    successEnvelope(call.output).parse({ code: 200, data: example.output, message: '' });
  }
});

const addressesIn = (value: unknown) => JSON.stringify(value).match(/https:[^"]*\/api\/media\/[^"]*/g) ?? [];

test('addresses of files in examples have the form of real ones', () => {
  const addresses = table.flatMap(([, call]) => addressesIn(call.examples)).map((address) => new URL(address));
  expect(addresses.length).toBeGreaterThan(10);
  const names = ['expires', 'max', 'type', 'name', 'signature'];
  for (const { href, pathname, searchParams } of addresses) {
    expect(pathname, href).toMatch(/^\/api\/media\/[\w./-]+$/);
    expect(names, href).toEqual(expect.arrayContaining([...searchParams.keys()]));
    expect(searchParams.get('signature'), href).toBe('example');
  }
});

test('an example that lacks a field is refused', () => {
  const { token: _token, ...rest } = calls.email_login.examples[0].output;
  expect(calls.email_login.output.safeParse(rest).success).toBe(false);
});

test('form text means the same as JSON', () => {
  const material_id = '019a9e00-0000-7000-8000-00000000a001';
  const face = '019a9e00-0000-7000-8000-00000000f001';
  const asForm = calls.faceswap_create.input.parse({
    material_id,
    bind_face: `{"p1":"${face}, ${face}"}`,
    consent: 'on',
  });
  const asJson = calls.faceswap_create.input.parse({
    material_id,
    bind_face: { p1: `${face},${face}` },
    consent: true,
  });
  expect(asForm).toEqual(asJson);
  expect(asForm).toMatchObject({ tool_id: 'P001', bind_face: { p1: [face, face] } });
  expect(calls.my_uploads.input.parse({ page: '2' })).toEqual({
    ...{ type: 'all', state: 'all', sort: 'newest' },
    ...{ page: 2, per_page: 20 },
  });
});

test('an id in capitals is read as the API writes it: the same material twice, and the face of a person, are found', () => {
  const id = '019a9e00-0000-7000-8000-00000000a0ff';
  const bind_face = { p1: id.toUpperCase() };
  const swap = { material_id: id.toUpperCase(), bind_face, consent: true };
  expect(calls.faceswap_create.input.parse(swap)).toMatchObject({ material_id: id, bind_face: { p1: [id] } });
  const items = [id, id.toUpperCase()].map((material_id) => ({ material_id, bind_face }));
  expect(calls.batch_create.input.safeParse({ items, consent: true }).error?.issues).toMatchObject([
    { message: 'A batch contains each photo once. Leave out the repeated one.' },
  ]);
  expect(calls.del_faces.input.parse({ face_ids: [id, id.toUpperCase()] })).toEqual({ face_ids: [id] });
});

test.each([
  ['an empty map', {}],
  ['a name that is no person', { someone: 'x' }],
  ['text that is not JSON', '{'],
  ['an id that is none', { p1: 'me' }],
  ['no face for a person', { p1: ' , ' }],
])('bind_face refuses %s', (_what, bind_face) => {
  const parsed = calls.faceswap_create.input.safeParse({
    material_id: '019a9e00-0000-7000-8000-00000000a001',
    bind_face,
    consent: true,
  });
  expect(parsed.success).toBe(false);
});

const someId = '019a9e00-0000-7000-8000-00000000a001';

test.each([
  ['a line feed', 'Ada\nLovelace', 'Ada Lovelace'],
  ['a paragraph separator and a tab', ' Ada\u2029\tLovelace ', 'Ada Lovelace'],
  ['directions of text', '\u202eadA\u202c \u2066Bo\u2069', 'adA Bo'],
  ['joined emoji, marks and other scripts', '👩‍👧 عائشة\u200f मीरा', '👩‍👧 عائشة\u200f मीरा'],
])('a name with %s stays one line in its own direction', (_what, given, kept) => {
  expect(calls.rename_face.input.parse({ face_id: someId, name: given }).name).toBe(kept);
  expect(calls.rename_order.input.parse({ order_id: someId, name: given }).name).toBe(kept);
  expect(calls.rename_material.input.parse({ material_id: someId, name: given }).name).toBe(kept);
  expect(calls.my_api_key_create.input.parse({ name: given, scopes: ['read'] }).name).toBe(kept);
  expect(calls.my_passkey_rename.input.parse({ passkey_id: someId, name: given }).name).toBe(kept);
  expect(calls.upload_sign_url.input.parse({ format: 'jpg', name: given }).name).toBe(kept);
});

test.each([
  ['a zero-width space', '\u200b'],
  ['a line feed', '\n'],
  ['an override', '\u202e'],
  ['a filler', '\u3164'],
  ['blank Braille', '\u2800'],
  ['a mark alone', '\u0301'],
])('%s is no name', (_what, name) => {
  const { error } = calls.rename_face.input.safeParse({ face_id: someId, name });
  expect(error?.issues.map(({ message }) => message)).toEqual(['Enter a name.']);
  const photo = { photo: new Blob(['x']), consent: true };
  expect(calls.upload_face.input.parse({ ...photo, name }).name).toBe('');
});

test('the length of a text is counted as in the JSON Schema of the reference: an emoji is one character', () => {
  const { name } = calls.rename_face.input.shape;
  expect(name.safeParse('😀'.repeat(faceNameLength)).success).toBe(true);
  expect(name.safeParse('😀'.repeat(faceNameLength + 1)).error!.issues[0]!.message).toMatch(/at most 40 characters/);
  expect(z.toJSONSchema(name, { io: 'input' })).toMatchObject({ maxLength: faceNameLength });
});

test('consent must be given, not merely present', () => {
  const parsed = calls.upload_face.input.safeParse({ photo: new Blob(['x']), consent: 'false' });
  expect(z.flattenError(parsed.error!).fieldErrors).toHaveProperty('consent');
});

test('a failure keeps envelope and HTTP status in step', () => {
  for (const error of Object.keys(errors) as (keyof typeof errors)[]) {
    const envelope = failureEnvelope.parse(failure({ error }, 'trace'));
    expect(envelope.code).toBe(errors[error].status);
    expect(envelope.message).not.toBe('');
  }
});

test('only server faults may be retried, and sign-out statuses mean the session alone', () => {
  for (const [name, { status, retry }] of Object.entries(errors)) {
    expect(retry, name).toBe(status >= 500);
    if (status === 401 || status === 403)
      expect(['unauthenticated', 'suspended', 'insufficient_scope']).toContain(name);
  }
});

test('every call but these is safe to send twice, with a key or without', () => {
  const unsafe = table.filter(([, call]) => !call.idempotent && !call.repeatable).map(([name]) => name);
  expect(unsafe.sort()).toEqual(
    `del_face del_material del_order email_activate email_activate_session email_change_password
    email_reset_password idtoken_login_google login_code my_api_key_create my_codes_begin my_codes_confirm my_codes_end
    my_data_export my_passkey_add my_passkey_begin my_passkey_remove my_recovery_codes_renew my_webhook_create
    my_webhook_rotate passkey_login share_create`.split(/\s+/),
  );
  expect(table.filter(([, call]) => call.idempotent && call.repeatable)).toEqual([]);
});

test('a key of a call without an account belongs to the address in it, or gets an empty answer', () => {
  const keyed = table.filter(([, call]) => call.idempotent && call.auth === 'none');
  for (const [name, { input, output }] of keyed) {
    expect(input instanceof z.ZodObject && ('email' in input.shape || output === nothing), name).toBe(true);
  }
});

test('an API key reaches these calls and no others', () => {
  const reachable = (scope: string) =>
    table.filter(([, call]) => call.auth === 'required' && call.scope === scope).map(([name]) => name);
  expect(reachable('read').sort()).toEqual(
    `batch_result faceswap_export_result faceswap_result my_creates my_credit_lists my_decisions my_face my_faces my_uploads my_userinfo
    my_webhook_deliveries my_webhooks share_lists upload_detect_result upload_material_detail zip_orders`.split(/\s+/),
  );
  expect(reachable('create').sort()).toEqual(
    `batch_cancel batch_create choose_face_person del_face del_face_photo del_faces del_material del_materials del_order del_orders faceswap_cancel
    faceswap_create faceswap_export faceswap_preview my_webhook_resend rename_face rename_material rename_order
    share_create share_revoke toped_face undo_del upload_detect_create upload_face upload_face_photo upload_sample_face
    upload_sign_url`.split(/\s+/),
  );
});
