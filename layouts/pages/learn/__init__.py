"""Learn: samples by what they show, jobs typed by hand, a load divided among workers, the glossary."""
