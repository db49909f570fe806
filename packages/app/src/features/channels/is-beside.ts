/** From here on the list of channels stands beside an open chat (`Beside.module.css`). */
export const IS_BESIDE = '(min-width: 68.75rem)';
