/** A request as a command that people paste into a shell. @param body JSON, whatever is in it; without one it is a GET */
export function curlCommand(url: string, body?: string): string {
  if (body === undefined) return `curl ${url}`;
  return `curl -H 'Content-Type: application/json' -d '${body.replaceAll("'", `'\\''`)}' \\\n  ${url}`;
}
