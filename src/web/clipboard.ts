/** Puts a text where it can be pasted from. @returns whether that was let; browsers let it over HTTPS and on the own machine */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false; // whoever asks shows the text, so that it can be copied by hand
  }
}
