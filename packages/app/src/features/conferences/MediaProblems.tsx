import { useTranslation } from '../../kernel/use-translation.ts';
import { Problem } from '../../ui/Problem.tsx';
import type { OwnMedia } from './use-own-media.ts';

/** Why a camera, a microphone or a screen gives nothing, in words that help. */
export function MediaProblems({ problems }: Pick<OwnMedia, 'problems'>) {
  const { t } = useTranslation('conferences');
  const kinds = ['camera', 'microphone', 'screen'] as const;
  const texts = kinds.flatMap((kind) => {
    const problem = problems[kind];
    return problem === undefined ? [] : [t(`problems.${problem}`, { what: t(`problems.${kind}`) })];
  });
  // Both devices fail for the same reason where the address is not secure.
  return (
    <>
      {[...new Set(texts)].map((text) => (
        <Problem key={text} text={text} />
      ))}
    </>
  );
}
