import {
  type GeneratedOutcome,
  type GeneratedPerson,
  generateApi,
  userImportApi,
} from '@kreide/core/features/user-import';
import type { ApiError, Language } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { useSelf } from '../../kernel/session.ts';
import { useProblemWords } from '../auth/index.ts';

interface Checked {
  readonly people: readonly GeneratedPerson[];
  readonly language: Language;
  readonly outcomes: readonly GeneratedOutcome[];
}

/** From a list over what becomes of each of it to the page with the letters. */
export function useMaking() {
  const { school_id, school } = useSelf();
  const navigate = useNavigate();
  const toWords = useProblemWords();
  const [checked, setChecked] = useState<Checked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const touches = [userImportApi.listBulks];
  const check = useMutation(mutationOf(generateApi.makeUsers, { messages: false }));
  const make = useMutation(mutationOf(generateApi.makeUsers, { messages: false, touches }));
  const params = { id: String(school_id) };
  const onError = (error: ApiError) => setProblem(error.issues[0]?.message ?? toWords(error));

  return {
    checked,
    problem,
    isChecking: check.isPending,
    isMaking: make.isPending,
    back: () => {
      setChecked(null);
      setProblem(null);
    },
    check: (people: readonly GeneratedPerson[], language: Language) => {
      setProblem(null);
      const body = { people: [...people], language, dry_run: true };
      check.mutate(
        { params, body },
        { onError, onSuccess: (answer) => setChecked({ people, language, outcomes: answer.people }) },
      );
    },
    make: () => {
      if (!checked) return;
      setProblem(null);
      const body = { people: [...checked.people], language: checked.language, dry_run: false };
      make.mutate(
        { params, body },
        {
          onError,
          // Meanwhile somebody may have made all of them.
          onSuccess: ({ run, people }) => {
            if (run) void navigate(`/management/${school.uuid}/generate-users/download/${run.id}`);
            else setChecked({ ...checked, outcomes: people });
          },
        },
      );
    },
  };
}
export type Making = ReturnType<typeof useMaking>;
