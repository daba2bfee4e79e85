export { default } from 'lighthouse';
export { default as desktop } from 'lighthouse/core/config/desktop-config.js';
