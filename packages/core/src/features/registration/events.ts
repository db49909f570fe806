import { event } from '../../kernel/event.ts';
import { childRequest, waiting } from './child-requests.ts';

export const waitingChanged = event({
  name: 'registration.waiting',
  payload: waiting,
  summary: 'Requests wait for those who manage people, who are told how many.',
});

export const childRequestAnswered = event({
  name: 'registration.child-request',
  payload: childRequest,
  summary: 'The school has answered a request for the code of a child, told to the parent.',
});
