/** Every internal address as a function: the specification's URL table in code. */

/** Appends what is given as a query; empty values are left out. */
function withQuery(path: string, query: Record<string, string | number | undefined | null>): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== '');
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return search ? `${path}?${search}` : path;
}

export const paths = {
  home: () => '/',
  contact: () => '/contact',
  contentMonitoringPolicy: () => '/content-monitoring-policy',
  creationDetail: (orderId: string) => withQuery('/creation_detail', { order_id: orderId }),
  faceSwap: () => '/face-swap',
  faceSwapPhoto: (place: { material?: string; order?: string; face?: string } = {}) =>
    withQuery('/face-swap-photo', place),
  faceSwapVideo: () => '/face-swap-video',
  login: () => '/login',
  loginGoogle: (redirect?: string) => withQuery('/login/google', { redirect }),
  signup: (redirect?: string) => withQuery('/signup', { redirect }),
  logout: () => '/logout',
  my: () => '/my',
  myAccount: () => '/my/account',
  myCreations: (page?: number) => withQuery('/my/creations', { page: page && page > 1 ? page : undefined }),
  myCredits: () => '/my/credits',
  myFaces: () => '/my/faces',
  myUploads: () => '/my/uploads',
  /** Where the link of the activation mail leads. */
  activate: () => '/activate',
  passwordChange: () => '/password-change',
  passwordReset: (state: { sent?: '1' } = {}) => withQuery('/password-reset', state),
  policy: () => '/policy',
  terms: () => '/terms',
  pricing: () => '/pricing',
  indexHtml: () => '/index.html',
  /** Answers for the page's scripts, not for people. */
  resources: {
    offer: () => '/resources/offer',
    detection: (materialId?: string, taskId?: string) =>
      withQuery('/resources/detection', { material: materialId, task: taskId }),
    swap: (orderId: string, taskId: string) => withQuery('/resources/swap', { order: orderId, task: taskId }),
    upload: () => '/resources/upload',
  },
};
