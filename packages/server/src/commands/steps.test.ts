import { expect, it } from 'vitest';
import { createSteps } from './steps.ts';

it('a start says behind each step how long it took, and leaves the line where one fails', () => {
  let written = '';
  let now = 0;
  const steps = createSteps(
    (text) => {
      written += text;
    },
    () => now,
  );
  steps.begin('Starting the database …');
  now = 2600;
  steps.begin('Filling the demo schools …');
  now = 2700;
  steps.end();
  steps.end();
  steps.begin('Waiting …');
  steps.breakOff();
  expect(written).toBe('Starting the database … 3 s\nFilling the demo schools … 1 s\nWaiting …\n');
});
