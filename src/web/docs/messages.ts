/** How the refusals read whose message names a field, a value or a number: an example of each form that there is. A test makes them come. */
export const MESSAGES: Record<string, readonly string[]> = {
  missing_input: ["Missing 'fen' or 'pgn' field", "Missing 'fens' field"],
  invalid_pattern: ['Invalid pattern: forks'],
  invalid_field: [
    `'depth' must be "l1" or "l2"`,
    "'with_sequence' must be true or false",
    "'patterns' must be an array of pattern names",
    "'patterns[1]' must be the name of a pattern",
    "'fens' must be an array of 1 to 1000 FENs",
    "'fens[1]' must be a string",
    "'side' is for positions; a game is answered with the tactics of both sides",
  ],
  repeated_field: ["'fen' is given more than once"],
  too_costly: [
    'The game has 1040 positions; at most 1000 are analysed in one request',
    'The game has 5200 tactics; at most 5000 are sent in one answer',
    'This counts as 31 requests; the plan allows 30 in a minute',
  ],
};
