/** Engines that know `light-dark()`, as our targets all do: for others each colour would become two variables. */
export const cssTarget = ['chrome125', 'firefox125', 'safari18'];
