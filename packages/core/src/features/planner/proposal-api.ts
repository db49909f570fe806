import * as z from 'zod/mini';
import { endpoint } from '../../kernel/endpoint.ts';
import * as f from '../../kernel/fields.ts';
import { obstacle, proposal, proposalDraft } from './proposal-schema.ts';
import './errors.ts';

const planning = { auth: 'user', needs: { permission: 'view-timetable-planner' } } as const;
const params = z.object({ id: f.idText });

export const listObstacles = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/versions/{id}/obstacles',
  params,
  answer: f.answerOf(z.array(obstacle)),
  errors: ['not_found', 'proposal_off'],
  summary:
    'What no proposal for a version can solve, found by counting: who is needed more often than there are times.',
});

export const listProposals = endpoint({
  ...planning,
  method: 'GET',
  path: '/timetables/versions/{id}/proposals',
  params,
  answer: f.answerOf(z.array(proposal)),
  errors: ['not_found', 'proposal_off'],
  summary: 'The proposals that were computed for a version, the newest first: how far they are and what came of them.',
});

export const startProposal = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/proposals',
  body: proposalDraft,
  answer: f.answerOf(proposal),
  errors: ['not_found', 'proposal_off', 'version_changed', 'version_empty', 'proposal_running'],
  audit: 'planner:audit.startProposal',
  summary:
    'Computes a plan from a version in the background; it becomes another version, and is never published by itself.',
});

export const stopProposal = endpoint({
  ...planning,
  method: 'POST',
  path: '/timetables/proposals/{id}/stop',
  params,
  answer: f.answerOf(proposal),
  errors: ['not_found', 'proposal_over'],
  audit: 'planner:audit.stopProposal',
  summary: 'Ends the search for a plan and keeps the best that was found.',
});
