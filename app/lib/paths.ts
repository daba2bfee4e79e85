/** Leaves out empty values. */
function withQuery(path: string, query: object): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

/** See `parseToolState`. */
export interface ToolQuery {
  material?: string;
  order?: string;
  /** Person with a new-face form, without script. */
  add?: string;
  step?: 'trim';
  /** Times of the trim step. */
  start?: string;
  end?: string;
  sample?: string;
  preview?: '1';
  /** See `parsePhotos`. */
  photos?: string;
  /** The face for all photos. */
  face?: string;
  batch?: string;
  quality?: string;
  /** Face ids per person. */
  [chosen: `face.p${number}`]: string;
  /** Person per photo. */
  [number: `person.${number}`]: string;
}

/** Omits the defaults. */
interface ListQuery {
  type?: string;
  state?: string;
  sort?: string;
  page?: number;
  /** Id of the entry whose form for a new name is shown. */
  rename?: string;
}

const unless = (value: string | undefined, usual: string) => (value === usual ? undefined : value);

const withListQuery = (path: string, { type, state, sort, page = 1, rename }: ListQuery) =>
  withQuery(path, {
    type: unless(type, 'all'),
    state: unless(state, 'all'),
    sort: unless(sort, 'newest'),
    page: page > 1 ? page : undefined,
    rename,
  });

/** The specification's URL table. */
export const paths = {
  home: () => '/',
  contact: (opened: { sent?: '1'; case?: string; due?: string } = {}) => withQuery('/contact', opened),
  /** `address` is the reported page. */
  report: (address: string) => `${withQuery('/contact', { address })}#report`,
  contentMonitoringPolicy: () => '/content-monitoring-policy',
  creationDetail: (orderId: string) => withQuery('/creation_detail', { order_id: orderId }),
  faceSwap: (place: ToolQuery = {}) => withQuery('/face-swap', place),
  faceSwapPhoto: (place: ToolQuery = {}) => withQuery('/face-swap-photo', place),
  faceSwapVideo: (place: ToolQuery = {}) => withQuery('/face-swap-video', place),
  tool: (kind: 'photo' | 'gif' | 'video', place: ToolQuery = {}) =>
    kind === 'photo' ? paths.faceSwapPhoto(place) : paths.faceSwapVideo(place),
  login: () => '/login',
  loginGoogle: (redirect?: string) => withQuery('/login/google', { redirect }),
  /** `again` confirms a logged-in user's identity, or connects Google. */
  startGoogle: (redirect?: string, { again }: { again?: '1' } = {}) =>
    withQuery('/login/google', { start: '1', again, redirect }),
  loginCode: (redirect?: string) => withQuery('/login/code', { redirect }),
  signup: (redirect?: string, { sent }: { sent?: '1' } = {}) => withQuery('/signup', { sent, redirect }),
  logout: () => '/logout',
  my: () => '/my',
  myAccount: ({ step }: { step?: 'delete' } = {}) => withQuery('/my/account', { step }),
  myData: () => '/my/account/data',
  myEmail: () => '/my/account/email',
  myGoogle: () => '/my/account/google',
  myPasskeys: () => '/my/account/passkeys',
  myDecisions: ({ page }: { page?: number } = {}) =>
    withQuery('/my/account/decisions', { page: page && page > 1 ? page : undefined }),
  myCodes: () => '/my/account/codes',
  myCreations: (place: ListQuery = {}) => withListQuery('/my/creations', place),
  /** `payments` is the page of the payments. */
  myCredits: ({ page = 1, payments = 1 }: { page?: number; payments?: number } = {}) =>
    withQuery('/my/credits', {
      page: page > 1 ? page : undefined,
      payments: payments > 1 ? payments : undefined,
    }),
  myFaces: (place: ListQuery = {}) => withListQuery('/my/faces', place),
  myFace: (faceId?: string, back?: string) => withQuery('/my/face', { face: faceId, back }),
  myUploads: (place: ListQuery = {}) => withListQuery('/my/uploads', place),
  myApi: () => '/my/api',
  myWebhooks: () => '/my/api/webhooks',
  myWebhook: (endpointId: string, { page = 1 }: { page?: number } = {}) =>
    withQuery('/my/api/webhook', { endpoint: endpointId, page: page > 1 ? page : undefined }),
  activate: () => '/activate',
  passwordChange: () => '/password-change',
  passwordReset: (state: { sent?: '1'; redirect?: string } = {}) => withQuery('/password-reset', state),
  policy: () => '/policy',
  /** The token is secret: no log, analytics or error report contains queries. */
  shared: (token?: string) => withQuery('/shared', { token }),
  terms: () => '/terms',
  verify: () => '/verify',
  pricing: (choice: { pay?: 'once'; period?: 'year'; product?: string; method?: string } = {}) =>
    withQuery('/pricing', choice),
  pay: (paymentId: string) => withQuery('/pay', { payment: paymentId }),
  paymentSuccess: () => '/payment-success',
  paymentFailed: () => '/payment-failed',
  invoice: (paymentId: string, { creditNote }: { creditNote?: string } = {}) =>
    withQuery('/my/invoice', { payment: paymentId, credit_note: creditNote }),
  indexHtml: () => '/index.html',
  /** For scripts, without a page. */
  resources: {
    consent: () => '/resources/consent',
    offer: () => '/resources/offer',
    detection: (materialId?: string, taskId?: string) =>
      withQuery('/resources/detection', { material: materialId, task: taskId }),
    batch: (batchId: string) => withQuery('/resources/swap', { batch: batchId }),
    swap: (orderId: string, taskId: string) => withQuery('/resources/swap', { order: orderId, task: taskId }),
    export: (orderId: string, query: object) => withQuery('/resources/export', { order: orderId, ...query }),
    passkey: () => '/resources/passkey',
    preview: (place: ToolQuery) => withQuery('/resources/preview', place),
    theme: () => '/resources/theme',
    upload: () => '/resources/upload',
    face: () => '/resources/face',
    /** `named` are face ids. */
    faces: (named: string[]) => withQuery('/resources/faces', { named: named.join('.') }),
  },
};

/** For search engines. */
export const publicPaths = [
  paths.home(),
  paths.contact(),
  paths.contentMonitoringPolicy(),
  paths.faceSwap(),
  paths.faceSwapPhoto(),
  paths.faceSwapVideo(),
  paths.policy(),
  paths.pricing(),
  paths.terms(),
  paths.verify(),
];
