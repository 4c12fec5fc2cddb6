/** Hands a text to the browser to be kept as a file. */
export function download(text: string, name: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // the browser has taken hold of it by the next turn
  setTimeout(() => URL.revokeObjectURL(address));
}
