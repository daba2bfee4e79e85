/** At the first use of a passkey: it takes a quarter of a second, which every start would wait for. */
export const loadPasskeys = () => import('@simplewebauthn/server');
