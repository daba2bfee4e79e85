import { failureResponses } from './failures';
import { refTo, type Json } from './json';

const signed = (name: string, description: string): Json => ({
  name,
  in: 'query',
  schema: { type: 'string' },
  description,
});

/** Clients do not build them. */
const address: Json[] = [
  {
    name: 'key',
    in: 'path',
    required: true,
    schema: { type: 'string' },
    description: 'Path of the file; it contains slashes. Use the whole address as it was answered, and build none.',
  },
  { ...signed('expires', 'End of the grant, in seconds since 1970.'), required: true },
  { ...signed('signature', 'Signature of method, file, limits and time.'), required: true },
  signed('max', 'Most bytes that the file may have.'),
  signed('type', 'MIME type that the file must have.'),
  signed('name', 'Name under which a browser saves the file.'),
];

const tusVersion: Json = {
  name: 'Tus-Resumable',
  in: 'header',
  required: true,
  schema: { type: 'string', const: '1.0.0' },
};
const length = (name: string): Json => ({
  name,
  in: 'header',
  required: true,
  schema: { type: 'integer', minimum: 0 },
});
const file = { schema: { type: 'string', format: 'binary' } };
const progress = {
  'Upload-Offset': { description: 'Bytes that have arrived.', schema: { type: 'integer' } },
};

const common = { tags: ['Files'], security: [] as Json[] };

const readAnswers: Json = {
  200: { description: 'The file.', headers: { ETag: refTo('headers', 'ETag') }, content: { '*/*': file } },
  206: { description: 'The range that was asked for.', content: { '*/*': file } },
  302: {
    description: 'The file is in an object store that clients read from. Follow the redirection.',
    headers: { Location: { description: 'Signed address in the store.', schema: { type: 'string' } } },
  },
  304: { description: 'The file has not changed.' },
  416: { description: 'The range lies outside the file.' },
};

/** In one request or in parts (tus, https://tus.io/protocols/resumable-upload). */
export const filePaths: Record<string, Json> = {
  '/media/{key}': {
    parameters: address,
    get: {
      ...common,
      operationId: 'media_read',
      summary: 'Reads a file',
      description:
        'The address comes with an object, such as `result_url`. It takes ranges and `If-None-Match`; HEAD answers the headers alone. Zip files are made while they are sent: they take neither.',
      responses: {
        ...readAnswers,
        ...failureResponses(['not_found', 'expired']),
      },
    },
    put: {
      ...common,
      operationId: 'media_write',
      summary: 'Sends a file',
      description:
        'Send the bytes of the file, with the `headers` that `/upload/sign_url` answered, to its `url`. An address takes one file. Then call `/upload/detect_create`, and poll the task after `poll_after_ms`.',
      requestBody: { required: true, content: { '*/*': file } },
      responses: {
        200: {
          description: 'The file has been stored.',
          content: {
            'application/json': {
              schema: refTo('schemas', 'Done'),
              example: { code: 200, data: {}, message: '' },
            },
          },
        },
        ...failureResponses([
          ...(['not_found', 'conflict', 'expired', 'too_large', 'unsupported_type', 'invalid_input'] as const),
          'damaged_media',
        ]),
      },
    },
  },
  '/shared/file': {
    get: {
      ...common,
      operationId: 'shared_file',
      summary: 'Reads a file of a shared result',
      description: 'The address comes with `/share/open`. It ends with the link. It takes ranges and `If-None-Match`.',
      parameters: [
        { ...signed('token', 'The token of the link.'), required: true },
        { name: 'file', in: 'query', required: true, schema: { type: 'string', enum: ['result', 'poster'] } },
      ],
      responses: {
        ...readAnswers,
        ...failureResponses(['not_found', 'invalid_input', 'too_many_requests']),
      },
    },
  },
  '/resumable/{key}': {
    parameters: [...address, tusVersion],
    post: {
      ...common,
      operationId: 'resumable_create',
      summary: 'Begins a resumable upload',
      description:
        'Give the address of `/upload/sign_url` with `resumable: true` to a tus 1.0 client as its endpoint. `Location` is relative to this address, and serves to go on.',
      parameters: [length('Upload-Length')],
      responses: {
        201: {
          description: 'The upload has begun.',
          headers: { Location: { description: 'Where the pieces go.', schema: { type: 'string' } } },
        },
        ...failureResponses([
          'unsupported_version',
          'not_found',
          'conflict',
          'expired',
          'too_large',
          'invalid_input',
          'damaged_media',
        ]),
      },
    },
    get: {
      ...common,
      operationId: 'resumable_piece',
      summary: 'A link to send one piece to the object store',
      description:
        'Where `/upload/sign_url` answers `direct_piece_bytes`. Send the bytes with the method and headers that are answered to `url`, which takes exactly `size` bytes and expires after an hour. Every piece but the last has `direct_piece_bytes`. When all pieces are there, a HEAD request completes the upload.',
      parameters: [
        { name: 'offset', in: 'query', required: true, schema: { type: 'integer', minimum: 0 } },
        { name: 'size', in: 'query', required: true, schema: { type: 'integer', minimum: 1 } },
      ],
      responses: {
        200: {
          description: 'Where the piece goes.',
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['code', 'data', 'message'],
                properties: {
                  code: { type: 'integer', const: 200 },
                  data: {
                    type: 'object',
                    required: ['url', 'method', 'headers'],
                    properties: {
                      url: { type: 'string' },
                      method: { type: 'string', const: 'PUT' },
                      headers: { type: 'object', additionalProperties: { type: 'string' } },
                    },
                  },
                  message: { type: 'string' },
                },
              },
              example: {
                code: 200,
                data: {
                  url: 'https://store.example.com/faceswap-media/.incoming/piece?X-Amz-Signature=example',
                  method: 'PUT',
                  headers: {},
                },
                message: '',
              },
            },
          },
        },
        ...failureResponses(['not_found', 'conflict', 'expired', 'invalid_input']),
      },
    },
    head: {
      ...common,
      operationId: 'resumable_offset',
      summary: 'How far an upload has come',
      description: 'Go on from the offset that is answered.',
      responses: {
        200: { description: 'The upload is known.', headers: progress },
        ...failureResponses(['unsupported_version', 'not_found', 'expired']),
      },
    },
    patch: {
      ...common,
      operationId: 'resumable_append',
      summary: 'Sends a piece',
      description: 'The file is stored once its last piece has arrived.',
      parameters: [length('Upload-Offset')],
      requestBody: { required: true, content: { 'application/offset+octet-stream': file } },
      responses: {
        204: { description: 'The piece has been stored.', headers: progress },
        ...failureResponses([
          'unsupported_version',
          'not_found',
          'conflict',
          'expired',
          'too_large',
          'unsupported_type',
          'invalid_input',
        ]),
      },
    },
    delete: {
      ...common,
      operationId: 'resumable_delete',
      summary: 'Gives an upload up',
      description:
        'What has arrived of the file is deleted. The link ends, and no longer counts towards the storage quota.',
      responses: {
        204: { description: 'The pieces have been deleted.' },
        ...failureResponses(['unsupported_version', 'not_found', 'conflict', 'expired']),
      },
    },
  },
};
