/** Where somebody writes: keys belong to what is written there. */
export const WRITTEN = 'input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable="true"]';
