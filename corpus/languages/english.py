"""English: the language that translations are checked against."""

from __future__ import annotations

from corpus.languages.pack import LanguagePack

# Words without a meaning of their own: titles and names have few of them, sentences many.
_FUNCTION_WORDS = """
a about above across after afterwards again against all almost along already also although always am among amongst an
and another any anyhow anyone anything anyway anywhere are aren't around as at away back be became because become
becomes becoming been before behind being below beside besides between beyond both but by came can can't cannot come
could couldn't did didn't do does doesn't doing don't done down due during each either else elsewhere enough even ever
every everyone everything everywhere except few first for former formerly from further get gets getting give given
gives go goes going gone got had has hasn't have haven't having he hence her here hers herself him himself his how
however i i'd i'll i'm i've if in indeed instead into is isn't it it's its itself just last latter least less let
let's like made make makes many may maybe me meanwhile might mine more moreover most mostly much must my myself namely
near need needs neither never nevertheless no nobody none nor not nothing now nowhere of off often on once one only
onto or other others otherwise our ours ourselves out over own per perhaps put quite rather really regarding same say
says see seem seemed seems several shall she should since so some somehow someone something sometimes somewhere soon
still such take takes than that that's the their them themselves then there there's thereby therefore these they
they're thing things this those though through throughout thus to together too toward towards two under unless until
up upon us use used uses using usually various very via want wants was wasn't way we we'll we're we've well were
weren't what whatever when whenever where whereas whereby wherever whether which while who whoever whom whose why will
with within without won't would wouldn't yet you you'll you're you've your yours yourself yourselves
"""

PACK = LanguagePack(
    code="en",
    name="English",
    native_name="English",
    locale="en",
    html_lang="en",
    is_target=False,
    has_every_concept=True,
    tokenizer="corpus.tokenizers.en",
    kept_names=0.65,  # in texts that were aligned by hand
    function_words=frozenset(_FUNCTION_WORDS.split()),
)
