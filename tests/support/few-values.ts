import fc from 'fast-check';

// A mutation run asks each property thousands of times whether it fails, and never for the smallest example.
fc.configureGlobal({ numRuns: 30, endOnFailure: true });

export default fc;
