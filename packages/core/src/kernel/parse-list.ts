import * as z from 'zod/mini';

/** A list of these as an operator has written it, JSON, without fields that there are not; undefined: something else stands there. */
export function parseList<Shape extends z.core.$ZodShape>(
  text: string,
  item: z.ZodMiniObject<Shape>,
  maximum: number,
): z.output<z.ZodMiniObject<Shape>>[] | undefined {
  try {
    const list = z.array(z.strictObject(item.shape)).check(z.maxLength(maximum));
    return z.safeParse(list, JSON.parse(text)).data as z.output<z.ZodMiniObject<Shape>>[] | undefined;
  } catch {
    return undefined;
  }
}
