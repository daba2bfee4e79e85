export * from './examples/account';
export * from './examples/integration';
export * from './examples/media';
export * from './examples/moderation';
export * from './examples/money';
export * from './examples/work';
export { ids, media, pageOf } from './examples/scenario';
