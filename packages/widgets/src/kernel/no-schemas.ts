/**
 * Stands in for the schema library while the elements are built: what a feature of core declares beside the rules that an element uses is
 * described with schemas, but nothing in an element runs them (the server checks what is sent). Whatever is called or chained
 * answers this again.
 */
const schema: unknown = new Proxy(() => schema, { get: () => schema, apply: () => schema });

export {
  schema as array,
  schema as boolean,
  schema as enum,
  schema as extend,
  schema as int,
  schema as iso,
  schema as literal,
  schema as maxLength,
  schema as minLength,
  schema as nullable,
  schema as object,
  schema as optional,
  schema as parse,
  schema as partial,
  schema as pipe,
  schema as positive,
  schema as record,
  schema as regex,
  schema as safeParse,
  schema as strictObject,
  schema as string,
  schema as transform,
  schema as url,
};
