/** The question cannot be meant: asked again, it is no better. */
export class QuestionError extends Error {
  override readonly name = 'QuestionError';
}
