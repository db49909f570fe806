/** Why a camera, a microphone or a screen gives nothing. */
export type MediaProblem = 'denied' | 'missing' | 'busy' | 'insecure' | 'failed';

const PROBLEMS: Readonly<Record<string, MediaProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

export const toMediaProblem = (error: unknown): MediaProblem =>
  (error instanceof Error && PROBLEMS[error.name]) || 'failed';

/** Browsers give devices to pages of secure addresses only. */
export const hasDevices = (): boolean => navigator.mediaDevices !== undefined;
